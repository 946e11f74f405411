/** All texts of attachments. */
export const TEXT = {
  list: 'Attachments',
  gone: (name: string) => `${name} is no longer stored.`,
  save: 'Save',
  saveNamed: (name: string) => `Save ${name}`,
  asImage: (tokens: number) => `As an image: ≈ ${tokens.toLocaleString('en')} tokens`,
  asImageTitle: (model: string) => `Estimate for ${model}, if you attach the picture in the chat instead`,
  pending: 'Copied in full once, then as a reference',
  sent: 'Copied already. Now only the reference is copied.',
  sendAgain: 'Copy in full again',
  sendAgainNamed: (name: string) => `Copy ${name} in full again`,
} as const;
