import type { System } from './system.ts';

type Source = Pick<System, 'source' | 'replaySpeed'>;

/**
 * What stands beside a system's name in lists where its contacts are not those of receivers now; null where
 * they are.
 */
export function sourceName({ source, replaySpeed }: Source): string | null {
  if (source === 'receivers') return null;
  if (source === 'simulated') return 'Simulated';
  return replaySpeed === null || replaySpeed === 1 ? 'Replay' : `Replay, ${times(replaySpeed)} as fast`;
}

/** One line of what the live stream shows: nobody shall take recorded contacts for today's. */
export function aboutStream({ source, replaySpeed }: Source): string {
  if (source === 'receivers') return 'Contacts as the receivers hear them, two seconds behind the clock';
  if (source === 'simulated') return 'Contacts of simulated receivers, two seconds behind the clock';
  const speed = replaySpeed === null || replaySpeed === 1 ? '' : `${times(replaySpeed)} as fast, `;
  return `A replay of recorded contacts, ${speed}with the times at which they are played: nothing of it is heard now`;
}

/** One line of what home shows. */
export function aboutHome({ source }: Source): string {
  if (source === 'receivers') return 'How the network is doing right now';
  return source === 'simulated'
    ? 'How the simulated network is doing right now'
    : 'How the network was doing, replayed as if it were now';
}

/** True where no receiver is asked for its state: recorded contacts are played. */
export function isReplay(system: Pick<System, 'source'> | undefined): boolean {
  return system?.source === 'replay';
}

function times(speed: number): string {
  return `${speed} times`;
}
