import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  ...{ 'lib/store.rb': '', 'lib/store/index.rb': '', 'spec/spec_helper.rb': '', 'spec/unit/json.rb': '' },
  ...{ 'gems/a/lib/a/version.rb': '', 'gems/b/lib/a/version.rb': '', 'app/models/user.rb': '' },
};

describe('ruby', () => {
  it.each([
    ['bin/x.rb', "require 'store'", 'lib/store.rb'],
    ['bin/x.rb', "require 'store/index.rb'", 'lib/store/index.rb'],
    ['spec/unit/x_spec.rb', "require 'spec_helper'", 'spec/spec_helper.rb'],
    ['spec/unit/x_spec.rb', "require 'json'", '<json>'],
    ['gems/b/lib/b.rb', "require 'a/version'", 'gems/b/lib/a/version.rb'],
    ['lib/store/x.rb', "require_relative 'index'", 'lib/store/index.rb'],
    ['lib/store/x.rb', "require_relative '../store'", 'lib/store.rb'],
    ['lib/store/x.rb', "require_relative '../../../../etc/passwd'", ''],
    ['bin/x.rb', "autoload :User, 'user'", 'app/models/user.rb'],
    ['bin/x.rb', "def f\n  require 'store' if true\nend", 'lib/store.rb'],
    ['lib/x.rb', "autoload :Index, File.expand_path('store/index', __dir__)", 'lib/store/index.rb'],
    ['lib/x.rb', "require File.expand_path('../store', __FILE__)", 'lib/store.rb'],
    ['bin/x.rb', "require 'constructor'", '<constructor>'],
  ])('%s: %s', async (path, text, expected) => {
    expect(await importsOf(path, { ...files, [path]: text })).toEqual([expected]);
  });
});
