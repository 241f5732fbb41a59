import { hasExpired } from '#model/entities/expiry.ts';
import { keepsLess, retentionIn } from '#model/entities/retention.ts';
import { notAuthorized, systemExpired } from '../../platform/api-error.ts';
import { refuseOtherOrder } from '../../platform/changes/conflicts.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { lookAtSystem } from '../../platform/retention/retention.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { consoleChange } from './console-change.ts';

/** Returns the handlers (CALL-3) for how long a system keeps its data (RET-2). */
export function retention(database: Pick<Database, 'db' | 'pool'>) {
  return {
    async getRetention({ system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const found = await findSystem({ db }, system.mitasId);
        if (found === undefined) throw notAuthorized();
        return { asOf: { epoch, revision }, retention: retentionIn(found.retention) };
      });
    },

    async setRetention(call) {
      const { days, asOf } = call.body;
      const found = await findSystem(database, call.system.mitasId);
      if (found === undefined) throw notAuthorized();
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        await writer.lock('system', [found.number]);
        await refuseOtherOrder(writer, asOf?.epoch);
        const now = await findSystem(writer, call.system.mitasId);
        const hasEnded = now !== undefined && hasExpired(now.expiry?.getTime() ?? null, Date.now());
        // An expired system refuses edits, so people could not undo a shorter time before it deletes data.
        if (hasEnded && keepsLess(now.retention, days)) throw systemExpired();
        await writer.edit('system.retentionChanged', found.number, days, { since: asOf?.revision });
      });
      await lookAtSystem(database, call.system.mitasId);
      return done;
    },
  } satisfies Partial<Handlers>;
}
