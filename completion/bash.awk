# SPDX-License-Identifier: BSD-3-Clause
#
# Completion for bash: the template with the names of the command, its flags, and
# a case for each flag that takes a value.

END {
	if (failed)
		exit 1
	check()
	while ((getline line <template) > 0) {
		if (line == "@values@")
			print_values()
		else {
			gsub(/@command@/, command, line)
			gsub(/@flags@/, flags(), line)
			gsub(/@runs@/, runs + 0, line)
			if (line !~ /SPDX/)
				print line
			else
				print headline()
		}
	}
}

function flags(    i, all)
{
	for (i = 1; i <= count; i++)
		all = all (i > 1 ? " " : "") "--" long[i] (takes[i] == "one" ? "=" : "")
	return all
}

function print_values(    i, names)
{
	for (i = 1; i <= count; i++) {
		if (!takes[i])
			continue
		names = "--" long[i] "="
		if (takes[i] == "one")
			names = names " | --" long[i] (letter[i] ? " | -" letter[i] : "")
		print "    " names ")"
		print "        kind=" kind[i] " words='" \
			(kind[i] == "list" ? long[i] : words[i]) "' ;;"
	}
}
