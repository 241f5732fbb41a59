import { refuseOccupied } from '../../platform/changes/occupied.ts';
import { siteLook } from '../../domain/fleet/new-receivers.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { consoleChange, quickEdit } from './console-change.ts';

/** CALL-3, CHG-16: what changes a site. */
export function siteEdits(database: Pick<Database, 'db' | 'pool'>): Handlers {
  return {
    async createSite(call) {
      const alias = call.body.newSiteName;
      const { reply, ...done } = await consoleChange(
        database,
        call,
        async (writer) => {
          const { count } = await writer.db
            .selectFrom('sites')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('system_id', '=', writer.systemId)
            .executeTakeFirstOrThrow();
          const look = siteLook(count);
          return { id: await writer.create('site', { alias, ...look }), alias, ...look };
        },
        'newSiteName',
      );
      return { ...reply, rxIds: [], rev: done.revision, ...done };
    },

    renameSite: (call) => quickEdit(database, call, 'site.renamed', { alias: call.body.newName }, 'newName'),
    recolourSite: (call) => quickEdit(database, call, 'site.recoloured', { color: call.body.newColor }),
    setSitePointStyle: (call) => quickEdit(database, call, 'site.pointStyleChanged', { pointStyle: call.body.newPointStyle }),

    async deleteSite(call) {
      const { siteId } = call.query;
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        await writer.lock('site', [siteId], 'delete');
        await refuseOccupied(writer, 'site', siteId);
        await writer.remove('site', siteId);
      });
      return done;
    },
  };
}
