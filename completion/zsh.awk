# SPDX-License-Identifier: BSD-3-Clause
#
# Completion for zsh: one specification of _arguments for each flag.

END {
	if (failed)
		exit 1
	check()
	print "#compdef " command
	print headline()
	print ""
	print "_arguments -s -S \\"
	for (i = 1; i <= count; i++)
		print "    " specification(i) " \\"
	if (runs) {
		print "    '(-)1:program:_command_names -e' \\"
		print "    '*::arguments:_normal'"
	} else
		print "    '*:result file:_files -g \"*.h5\"'"
}

function specification(i,    names, rest)
{
	rest = quoted("[" bracketed(help[i]) "]" argument(i))
	names = "--" long[i] (takes[i] == "one" ? "=" : takes[i] ? "=-" : "")
	if (!letter[i])
		return quoted(names) rest
	return quoted("(-" letter[i] " --" long[i] ")") \
		"{-" letter[i] (takes[i] == "one" ? "+" : "") "," names "}" rest
}

function bracketed(text)
{
	gsub(/[][\\:]/, "\\\\&", text)
	return text
}

function quoted(text)
{
	gsub(/'/, "'\\''", text)
	return "'" text "'"
}

# ":message:action"; two colons where the value may be left out.
function argument(i,    action)
{
	if (!takes[i])
		return ""
	if (kind[i] == "words")
		action = "(" words[i] ")"
	else if (kind[i] == "list")
		action = "{_sequence compadd - ${${(f)\"$(hpmrun --list=" long[i] \
			" 2>/dev/null)\"}[2,-1]%% *}}"
	else if (kind[i] == "folders")
		action = "_files -/"
	else
		action = kind[i] == "files" ? "_files" : " "
	return (takes[i] == "maybe" ? "::" : ":") long[i] ":" action
}
