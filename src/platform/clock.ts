import type { Clock } from '../app/ports/clock';

export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  nextFrame(task) {
    // Hidden pages get no frames, but their state must progress, too.
    if (document.visibilityState === 'hidden') setTimeout(task, 0);
    else requestAnimationFrame(task);
  },
};
