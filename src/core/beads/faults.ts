import { oneLine } from '../compose/escapePath';
import { counted } from '../counted';

/** Counts the issues with values that can't be used as they are. */
export class Faults {
  readonly #mistyped = new Set<string>();
  readonly #long = new Set<string>();

  /** The value if it has the type; undefined if there is none. */
  typed<T>(id: string, value: unknown, isOfType: (value: unknown) => value is T): T | undefined {
    if (value === undefined || value === null) return undefined;
    if (isOfType(value)) return value;
    this.#mistyped.add(id);
    return undefined;
  }

  cut(id: string, text: string, most: number): string {
    if (text.length <= most) return text;
    this.#long.add(id);
    return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }

  sentences(): readonly string[] {
    const about = (ids: ReadonlySet<string>, what: string): readonly string[] =>
      ids.size === 0 ? [] : [`${counted(ids.size, 'issue')} ${what} (${oneLine([...ids][0] ?? '')})`];
    return [
      ...about(this.#mistyped, 'with a value that has the wrong form, which is ignored'),
      ...about(this.#long, 'with a very long text, which is cut'),
    ];
  }
}
