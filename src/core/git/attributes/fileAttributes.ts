/** The attributes that decide how git stores and compares a file. */
export interface FileAttributes {
  /** `auto`: text unless its bytes look binary. */
  readonly text: 'set' | 'unset' | 'auto' | 'unspecified';
  readonly eol: 'lf' | 'crlf' | 'unspecified';
  readonly diff:
    { readonly kind: 'set' | 'unset' | 'unspecified' } | { readonly kind: 'driver'; readonly name: string };
  readonly filter: string | undefined;
  readonly isIdentExpanded: boolean;
  /** `working-tree-encoding`. */
  readonly encoding: string | undefined;
}

/** Reads those attributes from all that a path has. Values without a meaning count as unspecified. */
export function fileAttributes(values: ReadonlyMap<string, boolean | string>): FileAttributes {
  const eol = values.get('eol');
  const filter = values.get('filter');
  const encoding = values.get('working-tree-encoding');
  const hasEol = eol === 'lf' || eol === 'crlf';
  const text = textOf(values.get('text')) ?? textOf(values.get('crlf')) ?? 'unspecified';
  return {
    // A line ending alone also declares a text.
    text: text === 'unspecified' && hasEol ? 'set' : text,
    eol: hasEol ? eol : 'unspecified',
    diff: diffOf(values.get('diff')),
    filter: typeof filter === 'string' ? filter : undefined,
    isIdentExpanded: values.get('ident') === true,
    encoding: typeof encoding === 'string' && encoding !== '' ? encoding : undefined,
  };
}

/** `crlf` is the older name of `text`, and `input` one of its values. */
function textOf(value: boolean | string | undefined): FileAttributes['text'] | undefined {
  if (value === true || value === 'input') return 'set';
  if (value === false) return 'unset';
  return value === 'auto' ? 'auto' : undefined;
}

function diffOf(value: boolean | string | undefined): FileAttributes['diff'] {
  if (value === undefined) return { kind: 'unspecified' };
  if (typeof value === 'string') return { kind: 'driver', name: value };
  return { kind: value ? 'set' : 'unset' };
}
