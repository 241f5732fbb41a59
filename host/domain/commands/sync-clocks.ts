import { clockSyncMs } from '#model/entities/clock-sync.ts';
import { beginSync, syncedReceivers, clockSyncs } from '../../platform/store/fleet/clock-syncs.ts';
import { commandWay } from '../../platform/store/fleet/commands.ts';
import { ask, type CommandParts } from './ask-commands.ts';
import { wayOf } from './judge-command.ts';
import { lookAndWarn } from '../../platform/bus/looks.ts';

/** How often to check for due clocks, in ms. The shortest interval that people can choose is 15 minutes. */
const lookEachMs = 20_000;

/**
 * Sends commands to set the receivers' clocks at the interval in each system's settings (CMD-10), in systems
 * that take commands. Every host checks, but only one sends each time.
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

/** Sends the commands that are due. */
export async function syncDueClocks(parts: CommandParts): Promise<void> {
  const { database } = parts;
  for (const sync of await clockSyncs(database)) {
    const { systemId, interval, agoMs } = sync;
    const everyMs = clockSyncMs(interval);
    if (everyMs === null || agoMs < everyMs || !(await beginSync(database, sync))) continue;
    const way = await commandWay(database, systemId);
    if (way === undefined) continue;
    const comes = wayOf(way.kind, way.askedMsAgo);
    if (comes !== 'driven' && comes !== 'asking') continue;
    const rxIds = await syncedReceivers(database, systemId);
    const commands = rxIds.map((rxId) => ({ rxId, commandId: crypto.randomUUID() }));
    // A receiver that asks takes the command when it next asks. If it does not ask before the next sync, the
    // command expires.
    const expiresAt = comes === 'asking' ? Date.now() + everyMs : null;
    if (commands.length > 0) await ask(parts, { systemId, type: 'rxSyncClock', by: null, expiresAt, commands });
  }
}
