const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const metres = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'meter', maximumFractionDigits: 1 });

/** In the reader's own time zone; the service only speaks UTC. */
export function formatTime(time: string): string {
  return clock.format(new Date(time));
}

export function formatHeight(height: number): string {
  return metres.format(height);
}
