import { killTrials, type Killed, type KillTrials } from '../drive/kills';
import { serveDist } from '../drive/serveDist';

type Kills = Readonly<Record<Killed, KillTrials>>;

/** A browser takes longer to start than a page, so it is killed a tenth as often. */
export async function checkKills(runs: number): Promise<Kills> {
  await using site = await serveDist();
  const page = await killTrials(site.url, 'page', runs, Math.random);
  const browser = await killTrials(site.url, 'browser', Math.ceil(runs / 10), Math.random);
  return { page, browser };
}

export function killsText(kills: Kills): string {
  return (['page', 'browser'] as const)
    .map((killed) => {
      const { trials, acknowledged, faults } = kills[killed];
      const outcome = faults.length === 0 ? 'nothing lost, nothing torn' : faults.join('\n');
      return `${killed} killed ${trials} times, ${acknowledged} changes acknowledged: ${outcome}`;
    })
    .join('\n');
}
