import type { System } from './system.ts';

type Source = Pick<System, 'source' | 'replaySpeed'>;

/**
 * Returns the label that lists show for a system with simulated or replayed contacts; null for other systems.
 */
export function sourceName({ source, replaySpeed }: Source): string | null {
  if (source === 'receivers') return null;
  if (source === 'simulated') return 'Simulated';
  return replaySpeed === null || replaySpeed === 1 ? 'Replay' : `Replay, ${times(replaySpeed)} as fast`;
}

/** Describes the live stream in one line, so that recorded contacts are not mistaken for current ones. */
export function aboutStream({ source, replaySpeed }: Source): string {
  if (source === 'receivers') return 'Contacts as the receivers hear them, two seconds behind the clock';
  if (source === 'simulated') return 'Contacts of simulated receivers, two seconds behind the clock';
  const speed = replaySpeed === null || replaySpeed === 1 ? '' : `${times(replaySpeed)} as fast, `;
  return `A replay of recorded contacts, ${speed}with the times at which they are played: nothing of it is heard now`;
}

export function aboutHome({ source }: Source): string {
  if (source === 'receivers') return 'How the network is doing right now';
  return source === 'simulated'
    ? 'How the simulated network is doing right now'
    : 'How the network was doing, replayed as if it were now';
}

/** Returns true if the system plays recorded contacts. Its receivers then report no states. */
export function isReplay(system: Pick<System, 'source'> | undefined): boolean {
  return system?.source === 'replay';
}

function times(speed: number): string {
  return `${speed} times`;
}
