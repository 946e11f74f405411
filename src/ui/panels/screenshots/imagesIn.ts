/** Image files in pasted or dropped data; none if it has other files or a text, which is then meant. */
export function imagesIn(data: DataTransfer | null): readonly File[] {
  if (data === null) return [];
  const files = [...data.files];
  const areImages = files.every(({ type }) => type.startsWith('image/'));
  return areImages && !data.types.includes('text/plain') ? files : [];
}
