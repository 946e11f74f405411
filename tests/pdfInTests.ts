/** Writes PDFs with given content streams, one for each page. */
const encoder = new TextEncoder();

export function pdfOf(
  pages: readonly (string | Uint8Array)[],
  stream = '',
  more = '',
): Uint8Array<ArrayBuffer> {
  const objects: readonly (string | Uint8Array)[][] = [
    [`<</Type/Catalog/Pages 2 0 R${more}>>`],
    [`<</Type/Pages/Kids[${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}]/Count ${pages.length}>>`],
    ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
    ...pages.flatMap((content, at) => [
      [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + 2 * at} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      ],
      [`<</Length ${content.length}${stream}>>\nstream\n`, content, '\nendstream'],
    ]),
  ];
  const parts: Uint8Array[] = [encoder.encode('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const places: number[] = [];
  for (const [at, object] of objects.entries()) {
    places.push(length);
    for (const part of [`${at + 1} 0 obj\n`, ...object, '\nendobj\n']) {
      const bytes = typeof part === 'string' ? encoder.encode(part) : part;
      parts.push(bytes);
      length += bytes.length;
    }
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    encoder.encode(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A page with these lines. */
export function pageOf(...lines: readonly string[]): string {
  return `BT /F1 12 Tf 72 720 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')} ET`;
}
