# SPDX-License-Identifier: BSD-3-Clause
#
# Reads what a command prints for --help, and keeps of each flag
#
#   long[i], letter[i]    its names, without dashes; the letter may be ""
#   takes[i]              "" no value, "one" a value, "maybe" one that may be left
#                         out, and is given behind "=" only
#   kind[i]               of the value: words, list, folders, files or other
#   words[i]              with words: separated by blanks
#   help[i]               one line
#
# count is their number; runs is 1 where a program is run, whose own arguments
# follow.  A second file for awk prints them, for one shell.

/^[Uu]sage: .*PROGRAM/ { runs = 1 }

# "  -o, --output=FILE       result file", "      --costs[=FILE]"
/^  (-[A-Za-z], |    )--[a-z]/ { begin_flag(); next }

# Words to choose from that go on.
/^            [a-z]/ && at && value ~ /\|$/ && text == "" { value = value $1; next }

# More of what is said of a flag stands far to the right.
/^            / { if (at) text = text " " $0; next }

{ end_flag() }

function begin_flag(    line, name)
{
	end_flag()
	line = substr($0, 7)
	match(line, /^--[a-z][a-z-]*/)
	name = substr(line, 3, RLENGTH - 2)
	line = substr(line, RLENGTH + 1)
	how = value = ""
	if (match(line, /^\[=[^]]*\]/)) {
		how = "maybe"
		value = substr(line, 3, RLENGTH - 3)
	} else if (match(line, /^[= ][A-Za-z][^ ,]*/)) {
		how = "one"
		value = substr(line, 2, RLENGTH - 1)
	}
	text = how ? substr(line, RLENGTH + 1) : line
	# A flag that stands in two parts of the help is one flag.
	at = name in place ? place[name] : (place[name] = ++count)
	long[at] = name
	if (substr($0, 3, 1) == "-")
		letter[at] = substr($0, 4, 1)
}

function end_flag(    said)
{
	if (!at)
		return
	gsub(/ +/, " ", text)
	gsub(/^ | \[HPM_[A-Z_]*\] *$| $/, "", text)
	if (!(at in help)) {
		help[at] = text
		takes[at] = how
	}
	said = how ? choices(value) : ""
	if (said) {
		kind[at] = "words"
		words[at] = words[at] ? union(words[at], said) : said
	} else if (how && !(at in kind))
		kind[at] = kind_of(value, long[at])
	at = 0
}

# The words that a value is one of: "off|time|split".  Empty if it is none of
# these.
function choices(value)
{
	if (value !~ /^[a-z|-]+$/)
		return ""
	gsub(/\|/, " ", value)
	return value
}

function union(all, more,    word, n, i)
{
	n = split(more, word, " ")
	for (i = 1; i <= n; i++)
		if (!index(" " all " ", " " word[i] " "))
			all = all " " word[i]
	return all
}

function kind_of(value, name)
{
	if (value == "LIST" && name ~ /^(events|groups|metrics)$/)
		return "list"
	if (value == "DIR")
		return "folders"
	return value ~ /^(FILE|PATH|PLACE|STREAM|NAME)$/ ? "files" : "other"
}

# What stands before the options in each file that is made.
function headline()
{
	return "# Made from what " command " --help says."
}

# Whether there was anything to read.
function check()
{
	end_flag()
	if (count)
		return
	print "completion: no flags in the help of " command >"/dev/stderr"
	exit failed = 1
}
