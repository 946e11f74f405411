import type { Images } from '../app/ports/images';

/** Types that a canvas writes in every browser. Other images become PNG. */
const JPEG = 'image/jpeg';
const PNG = 'image/png';

export const browserImages: Images = {
  canCapture: typeof (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia === 'function',

  async capture() {
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined; // The user has canceled.
      throw error;
    }
    try {
      return new File([await frameOf(stream)], 'screen.png', { type: PNG });
    } finally {
      for (const track of stream.getTracks()) track.stop();
    }
  },

  async shrink(image, side) {
    return drawn(image, {
      scale: ({ width, height }) => Math.min(1, side / Math.max(width, height)),
      type: image.type === JPEG ? JPEG : PNG,
    });
  },

  async copy(image) {
    const content = image.then(asPng);
    const failure = content.then(() => undefined, messageOf);
    try {
      // Passing a promise keeps the click's permission while the image is being read.
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: content })]);
      return { kind: 'copied' };
    } catch (error) {
      return { kind: 'refused', reason: (await failure) ?? messageOf(error) };
    }
  },
};

async function frameOf(stream: MediaStream): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  return drawn(video);
}

/** The only type that the clipboard takes. */
async function asPng(image: Blob): Promise<Blob> {
  return image.type === PNG ? image : drawn(image);
}

async function drawn(
  image: ImageBitmapSource,
  { scale = () => 1, type = PNG }: { scale?: (bitmap: ImageBitmap) => number; type?: string } = {},
): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const factor = scale(bitmap);
    const canvas = new OffscreenCanvas(pixels(bitmap.width * factor), pixels(bitmap.height * factor));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('the browser has no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type, quality: 0.9 });
  } finally {
    bitmap.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pixels(side: number): number {
  return Math.max(1, Math.round(side));
}
