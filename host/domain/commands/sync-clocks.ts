import { clockSyncMs } from '#model/entities/clock-sync.ts';
import { beginSync, syncedReceivers, syncStandings } from '../../platform/store/fleet/clock-syncs.ts';
import { commandWay } from '../../platform/store/fleet/commands.ts';
import { ask, type CommandParts } from './ask-commands.ts';
import { wayOf } from './judge-command.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';

/** The shortest interval that people choose is 15 minutes. */
const lookEachMs = 20_000;

/**
 * Has the receivers of every system that take commands set their clocks at the interval of its settings
 * (CMD-10). Every host looks, and of all of them one asks each time.
 */
export function syncClocks(parts: CommandParts): { close(): Promise<void> } {
  return lookAndWarn({
    bus: parts.bus,
    eachMs: lookEachMs,
    look: () => syncDueClocks(parts),
    log: parts.log,
    failure: 'clocks of receivers could not be set; retrying',
  });
}

/** Asks for those whose time has come. */
export async function syncDueClocks(parts: CommandParts): Promise<void> {
  const { database } = parts;
  for (const standing of await syncStandings(database)) {
    const { systemId, interval, agoMs } = standing;
    const everyMs = clockSyncMs(interval);
    if (everyMs === null || agoMs < everyMs || !(await beginSync(database, standing))) continue;
    const way = await commandWay(database, systemId);
    if (way === undefined) continue;
    const comes = wayOf(way.kind, way.askedMsAgo);
    if (comes !== 'driven' && comes !== 'asking') continue;
    const rxIds = await syncedReceivers(database, systemId);
    const commands = rxIds.map((rxId) => ({ rxId, commandId: crypto.randomUUID() }));
    // One that asks does so when it likes; what it has not asked for until the next time is over.
    const expiresAt = comes === 'asking' ? Date.now() + everyMs : null;
    if (commands.length > 0) await ask(parts, { systemId, type: 'rxSyncClock', by: null, expiresAt, commands });
  }
}
