<?php
// Prints, for each file named on standard input, the files whose declarations it imports, as a line of JSON.
$root = realpath($argv[1]);
$declared = [];
$used = [];
foreach (explode("\n", stream_get_contents(STDIN)) as $file) {
    $tokens = array_values(array_filter(
        @token_get_all(file_get_contents("$root/$file")),
        fn($token) => !is_array($token) || !in_array($token[0], [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT]),
    ));
    $text = fn($at) => isset($tokens[$at]) ? (is_array($tokens[$at]) ? $tokens[$at][1] : $tokens[$at]) : '';
    $kind = fn($at) => isset($tokens[$at]) && is_array($tokens[$at]) ? $tokens[$at][0] : 0;
    $namespace = '';
    $depth = 0;
    $outer = 0;
    $type = null;
    for ($at = 0; $at < count($tokens); $at += 1) {
        $depth += in_array($text($at), ['{', '${']) || $kind($at) === T_CURLY_OPEN ? 1 : ($text($at) === '}' ? -1 : 0);
        if ($type !== null && $text($at) === '}' && $depth === $type) $type = null;
        if ($kind($at) === T_NAMESPACE && $text($at + 1) !== '\\') {
            $namespace = in_array($text($at + 1), ['{', ';']) ? '' : $text($at + 1) . '\\';
            $outer = $text($at + 2) === '{' || $text($at + 1) === '{' ? 1 : 0;
        } elseif (in_array($kind($at), [T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM, T_FUNCTION, T_CONST]) && $type === null) {
            if ($kind($at + 1) === T_STRING) $declared[$namespace . $text($at + 1)][] = $file;
            if ($kind($at) !== T_FUNCTION && $kind($at) !== T_CONST) $type = $depth;
        } elseif ($kind($at) === T_USE && $depth === $outer) {
            $prefix = '';
            for ($at += 1; $at < count($tokens) && $text($at) !== ';'; $at += 1) {
                if ($text($at) === '(') break;
                if ($text($at + 1) === '\\' || $text($at + 1) === '{') $prefix = rtrim($text($at), '\\') . '\\';
                if ($kind($at) === T_AS) $at += 1;
                elseif (in_array($kind($at), [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED]) && !in_array($text($at + 1), ['\\', '{']))
                    $used[$file][] = ltrim($prefix . $text($at), '\\');
            }
        }
    }
    $used[$file] ??= [];
}
foreach ($used as $file => $names) {
    $targets = [];
    foreach ($names as $name) foreach ($declared[$name] ?? [] as $target) $targets[$target] = true;
    echo json_encode([$file, array_keys($targets)], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
}
