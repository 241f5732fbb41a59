import type { Database } from '../../platform/store/database.ts';
import { mayReadOf, readActivity, readPeople } from '../../platform/changes/activity.ts';
import { readAsOf, readChanges } from '../../platform/changes/read-changes.ts';
import { changeFor } from '../../platform/store/stored-change.ts';
import { takenName } from '../../platform/changes/taken-name.ts';
import { undoChange } from '../../platform/changes/undo.ts';
import { lookAtSystem } from '../../platform/retention/retention.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handlers that list a system's changes and let people undo their own. */
export function changes(database: Pick<Database, 'db' | 'pool' | 'reads'>) {
  return {
    async getChanges({ caller, system, query }) {
      const read = await readChanges(database, system.mitasId, query);
      const reader = { userId: caller.userId, role: system.role };
      return { ...read, changes: read.changes.map((change) => changeFor(change, reader)) };
    },

    async listActivity({ caller, system, query, exchange }) {
      const reader = { userId: caller.userId, role: system.role };
      const isHidden = query.entity !== undefined && !mayReadOf(query.entity, system.role);
      return database.reads.read(caller.userId, exchange.gone(), (read) =>
        readAsOf(read, system.mitasId, async (db, { epoch, revision }) => {
          const page = isHidden ? { changes: [], more: false } : await readActivity(db, system.mitasId, query);
          const people = await readPeople(db, system.mitasId);
          return { epoch, revision, more: page.more, people, changes: page.changes.map((change) => changeFor(change, reader)) };
        }),
      );
    },

    async undoChange({ caller, system, params, query, operation }) {
      try {
        const { reply: _, ...done } = await undoChange(database, {
          systemId: system.mitasId,
          userId: caller.userId,
          revision: params.revision,
          epoch: query.epoch,
          operation,
        });
        // Undoing or redoing a change of the retention requires a new announcement at once (RET-4).
        if (done.items.some(({ kind }) => kind === 'system.retentionChanged')) await lookAtSystem(database, system.mitasId);
        return done;
      } catch (error) {
        throw takenName(error) ?? error;
      }
    },
  } satisfies Partial<Handlers>;
}
