import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { maxPort, receiverAliasSchema } from '../entities/receiver.ts';
import { researcher } from '../entities/role.ts';
import { siteSchema } from '../entities/site.ts';
import { message, name } from '../fields/fields.ts';
import { queryId } from '../fields/query-fields.ts';
import { color, oldText, rowId } from '../fields/value-fields.ts';
import { calls } from './call.ts';

/** An IP address, or '' for none (RX-4). */
export const ip = v.union(
  [v.literal(''), v.pipe(v.string(), v.maxLength(15, 'Cannot be longer'), v.ipv4('Invalid IP'))],
  'Invalid IP',
);
export const port = v.pipe(
  v.number(),
  v.integer('Invalid Port'),
  v.minValue(1, 'Invalid Port'),
  v.maxValue(maxPort, 'Invalid Port'),
);

const pointStyle = name(32);
/** What a change answers that has only a sentence to show. */
const changed = v.object({ ...message.entries, ...changeReply });

/** CALL-3: what only the page of receivers edits of receivers and sites in place. */
export const fleetEditCalls = calls({
  setReceiverIp: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/ip',
    access: { role: researcher },
    body: v.object({ newIp: ip, oldIp: oldText }),
    changes: true,
    reply: changed,
  },
  setReceiverPort: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/port',
    access: { role: researcher },
    body: v.object({ oldPort: port, newPort: port }),
    changes: true,
    reply: changed,
  },
  recolourReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/color',
    access: { role: researcher },
    body: v.object({ oldColor: oldText, newColor: color }),
    changes: true,
    reply: changed,
  },
  moveReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/site',
    access: { role: researcher },
    body: v.object({ newSiteId: rowId, oldSiteId: v.nullable(rowId) }),
    changes: true,
    reply: changed,
  },
  createSite: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/sites',
    access: { role: researcher },
    body: v.object({ newSiteName: receiverAliasSchema }),
    changes: true,
    reply: v.object({ ...siteSchema.entries, ...changeReply }),
  },
  deleteSite: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/sites',
    access: { role: researcher },
    query: v.object({ siteId: queryId }),
    changes: true,
    reply: changed,
  },
  recolourSite: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/color',
    access: { role: researcher },
    body: v.object({ newColor: color, oldColor: oldText }),
    changes: true,
    reply: changed,
  },
  setSitePointStyle: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/sites/{id}/pointStyle',
    access: { role: researcher },
    body: v.object({ newPointStyle: pointStyle, oldPointStyle: oldText }),
    changes: true,
    reply: changed,
  },
});
