/** Whether a file's name promises an image that can be a screenshot. */
export function isImageName(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i.test(name);
}
