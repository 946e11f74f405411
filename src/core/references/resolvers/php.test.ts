import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'composer.json':
    '{ "autoload": { "psr-4": { "App\\\\": "app/", "Gen\\\\": ["none/", "gen/"] } }, "autoload-dev": { "psr-0": { "Old_": "old" } } }',
  'app/Models/User.php': '<?php\nnamespace App\\Models;\nclass User {}',
  'app/helpers.php': '<?php\nnamespace App;\nfunction help() {}\nconst LIMIT = 1;',
  'gen/Made.php': '<?php // Declared by code that runs.',
  'lib/Odd/place.php': '<?php\nnamespace Lib;\ninterface Shape {}\ntrait Sized {}',
  'web/conf.php': '<?php return [];',
};

describe('php', () => {
  it.each([
    ['use App\\Models\\User;', ['app/Models/User.php']],
    ['use \\App\\Models\\User as U;', ['app/Models/User.php']],
    ['use App\\Models\\{User, Missing};', ['app/Models/User.php']],
    ['use function App\\help;\nuse const App\\LIMIT;', ['app/helpers.php', 'app/helpers.php']],
    ['use Gen\\Made;', ['gen/Made.php']],
    ['use Lib\\Shape, Lib\\Sized;', ['lib/Odd/place.php']],
    ['use App\\Models;', ['']],
    ['use Symfony\\Console;\nuse constructor;', ['<Symfony\\Console>', '<constructor>']],
    ["require_once __DIR__ . '/web/conf.php';", ['web/conf.php']],
    ["include 'conf.php';", ['web/conf.php']],
    ["require '../../../etc/passwd.php';", ['<../../../etc/passwd.php>']],
  ] as const)('%s', async (text, expected) => {
    expect(await importsOf('x.php', { ...files, 'x.php': `<?php\n${text}\n` })).toEqual(expected);
  });
});
