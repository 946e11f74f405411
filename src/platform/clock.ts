import type { Clock } from '../app/ports';

export const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  nextFrame(task) {
    // A hidden page gets no frames; its state must move on all the same.
    if (document.visibilityState === 'hidden') setTimeout(task, 0);
    else requestAnimationFrame(task);
  },
};
