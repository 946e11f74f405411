/** All texts of the shared components. */
export const TEXT = {
  close: 'Close',
  current: 'current: ',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
} as const;
