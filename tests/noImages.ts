import type { Images } from '../src/app/ports/images';

/** The browser can neither capture nor decode images, and every copy succeeds. */
export const NO_IMAGES: Images = {
  canCapture: false,
  capture: () => Promise.resolve(undefined),
  shrink: () => Promise.reject(new Error('this is a test')),
  copy: async (image) => {
    await image;
    return { kind: 'copied' };
  },
};
