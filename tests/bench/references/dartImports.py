# Prints, for each file named on standard input, the files it imports, as a line of JSON.
import json
import os
import sys
from posixpath import dirname, join, normpath

import yaml
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, String, Whitespace

root = sys.argv[1]
files = sys.stdin.read().split('\n')
lexer = get_lexer_by_name('dart')


def read(path):
    with open(os.path.join(root, path), encoding='utf-8') as file:
        return file.read()


def directives(text):
    """Yields `import`, `export`, `part`, `part of` and `library` with their strings and other text."""
    keyword, strings, words = None, [], ''
    for kind, value in lexer.get_tokens(text):
        if kind in Whitespace or kind in Comment:
            continue
        if keyword is None:
            if kind is Keyword and value in ('import', 'export', 'part', 'part of', 'library'):
                keyword, strings, words = value, [''], ''
        elif value == ';':
            yield keyword, [each for each in strings if each], words
            keyword = None
        elif kind not in String:
            words += value
            strings.append('')
        elif value not in ('"', "'"):
            strings[-1] += value


def packages():
    homes = {}
    for folder, _, names in os.walk(root):
        if 'pubspec.yaml' in names:
            path = os.path.relpath(folder, root)
            name = yaml.safe_load(read(join(path, 'pubspec.yaml'))).get('name')
            homes.setdefault(name, []).append(normpath(join(path, 'lib')))
    return homes


homes = packages()
parsed = {file: list(directives(read(file))) for file in files}
libraries = {words: file for file, found in parsed.items() for keyword, _, words in found if keyword == 'library'}


def target(file, uri):
    if not uri.startswith('package:'):
        return normpath(join(dirname(file), uri))
    name, _, rest = uri[len('package:'):].partition('/')
    near = sorted(homes.get(name, []), key=lambda home: -len(os.path.commonpath([home, dirname(file)])))
    return normpath(join(near[0], rest)) if near else None


for file, found in parsed.items():
    targets = {target(file, uri) for keyword, strings, _ in found if keyword != 'library' for uri in strings}
    targets |= {libraries.get(words) for keyword, strings, words in found if keyword == 'part of' and not strings}
    print(json.dumps([file, sorted(targets - {None})]))
