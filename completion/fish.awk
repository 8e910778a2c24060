# SPDX-License-Identifier: BSD-3-Clause
#
# Completion for fish: a line for each flag.

END {
	if (failed)
		exit 1
	check()
	print headline()
	if (runs)
		print "complete -c " command " -x -a '(__fish_complete_subcommand" with_value() ")'"
	else
		print "complete -c " command " -x -a '(__fish_complete_suffix .h5)'"
	for (i = 1; i <= count; i++)
		print "complete -c " command (letter[i] ? " -s " letter[i] : "") \
			" -l " long[i] argument(i) " -d " quoted(help[i])
}

# The flags whose value is no program, though it is a word of its own.  Long ones
# at the beginning are for fish's function itself.
function with_value(    i, short, longer)
{
	for (i = 1; i <= count; i++) {
		if (takes[i] != "one")
			continue
		longer = longer " --" long[i]
		if (letter[i])
			short = short " -" letter[i]
	}
	return short longer
}

function quoted(text)
{
	gsub(/[\\']/, "\\\\&", text)
	return "'" text "'"
}

# What a flag takes.  One that may be left out must not be asked for (-r).
function argument(i,    required)
{
	required = takes[i] == "one" ? " -r" : ""
	if (!takes[i])
		return ""
	if (kind[i] == "words")
		return required " -f -a " quoted(words[i])
	if (kind[i] == "list")
		return required " -f -a " quoted("(__fish_complete_list , " \
			"'hpmrun --list=" long[i] \
			" 2>/dev/null | string match -r \"^\\S+\" | tail -n +2')")
	if (kind[i] == "folders")
		return required " -f -a '(__fish_complete_directories)'"
	return required (kind[i] == "files" ? " -F" : " -f")
}
