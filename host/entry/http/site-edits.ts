import { refuseOccupied } from '../../platform/changes/occupied.ts';
import { siteLook } from '../../domain/fleet/new-receivers.ts';
import { countSites } from '../../platform/store/fleet/receivers.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';
import { consoleChange, quickEdit } from './console-change.ts';

/** Returns the handlers that change a site (CALL-3, CHG-16). */
export function siteEdits(database: Pick<Database, 'db' | 'pool'>) {
  return {
    async createSite(call) {
      const alias = call.body.newSiteName;
      const { reply, ...done } = await consoleChange(
        database,
        call,
        async (writer) => {
          const look = siteLook(await countSites(writer, writer.systemId));
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
  } satisfies Partial<Handlers>;
}
