import { describe, expect, it } from 'vitest';
import { importsOf } from '../../../../tests/references/resolvedImports';

const files = {
  'Package.swift':
    'let package = Package(name: "P", products: [.library(name: "Core", targets: ["Core"])], targets: [.target(name: "Core", dependencies: [.target(name: "Net")]),\n// .target(name: "Old"),\n.target(name: "Net", path: "Net/Source"), .testTarget(name: "CoreTests")])',
  ...{
    'Sources/Core/A.swift': '',
    'Sources/Core/In/B.swift': '',
    'Net/Source/N.swift': '',
    'Tests/CoreTests/T.swift': '',
  },
  'Legacy/L.swift': '',
};

describe('swift', () => {
  it.each([
    ['@testable import Core', 'Sources/Core/A.swift Sources/Core/In/B.swift'],
    ['import struct Net.Request', 'Net/Source/N.swift'],
    ['import Legacy', 'Legacy/L.swift'],
    ['import Foundation', '<Foundation>'],
    ['import constructor', '<constructor>'],
  ])('%s', async (text, expected) => {
    expect(await importsOf('Tests/X.swift', { ...files, 'Tests/X.swift': text })).toEqual([expected]);
  });
});
