import { changesOfComposition } from '../drive/killedChanges';
import { exchangesOfDiscussion } from '../drive/killedExchanges';
import { turnsOfDiscussion } from '../drive/killedTurns';
import { writtenReplies } from '../drive/killedReplies';
import { killTrials, type KillTrials } from '../drive/kills';
import { serveDist } from '../drive/serveDist';

type Kills = Readonly<
  Record<'page' | 'browser' | 'exchanges' | 'turns' | 'replies' | 'repliesInBrowser', KillTrials>
>;

/** A browser takes longer to start than a page, so it is killed a tenth as often. */
export async function checkKills(runs: number): Promise<Kills> {
  await using site = await serveDist();
  const pages = { killed: 'page', trials: runs, random: Math.random } as const;
  const browsers = { killed: 'browser', trials: Math.ceil(runs / 10), random: Math.random } as const;
  return {
    page: await killTrials(site.url, changesOfComposition, pages),
    browser: await killTrials(site.url, changesOfComposition, browsers),
    exchanges: await killTrials(site.url, exchangesOfDiscussion, pages),
    turns: await killTrials(site.url, turnsOfDiscussion, pages),
    replies: await killTrials(site.url, writtenReplies, pages),
    repliesInBrowser: await killTrials(site.url, writtenReplies, browsers),
  };
}

export function killsText({ page, browser, exchanges, turns, replies, repliesInBrowser }: Kills): string {
  return [
    told('page', page),
    told('browser', browser),
    told('page with an exchange', exchanges),
    told('page with a turn', turns),
    told('page with a reply', replies),
    told('browser with a reply', repliesInBrowser),
  ].join('\n');
}

function told(what: string, { trials, acknowledged, faults }: KillTrials): string {
  const outcome = faults.length === 0 ? 'nothing lost, nothing torn' : faults.join('\n');
  return `${what} killed ${trials} times, ${acknowledged} changes acknowledged: ${outcome}`;
}
