/** All texts of the shared components. */
export const TEXT = {
  close: 'Close',
  current: 'current: ',
} as const;
