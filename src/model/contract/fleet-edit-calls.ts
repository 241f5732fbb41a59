import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { receiverAliasSchema } from '../entities/receiver.ts';
import { researcher } from '../entities/role.ts';
import { siteSchema } from '../entities/site.ts';
import { name } from '../fields/fields.ts';
import { queryId } from '../fields/query-fields.ts';
import { color, oldText, rowId } from '../fields/value-fields.ts';
import { ip, port } from '../entities/receiver-address.ts';
import { calls } from './call.ts';
import { changedReply, editCall } from './edit-call.ts';

const pointStyle = name(32);

/** CALL-3: in-place edits of receivers that only the page of receivers offers. */
export const fleetEditCalls = calls({
  setReceiverIp: editCall(researcher, 'receivers/{id}/ip', v.object({ newIp: ip, oldIp: oldText })),
  setReceiverPort: editCall(researcher, 'receivers/{id}/port', v.object({ oldPort: port, newPort: port })),
  recolourReceiver: editCall(researcher, 'receivers/{id}/color', v.object({ oldColor: oldText, newColor: color })),
  moveReceiver: editCall(researcher, 'receivers/{id}/site', v.object({ newSiteId: rowId, oldSiteId: v.nullable(rowId) })),
});

/** CALL-3: edits of sites that only the page of receivers offers. */
export const siteEditCalls = calls({
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
    reply: changedReply,
  },
  recolourSite: editCall(researcher, 'sites/{id}/color', v.object({ newColor: color, oldColor: oldText })),
  setSitePointStyle: editCall(
    researcher,
    'sites/{id}/pointStyle',
    v.object({ newPointStyle: pointStyle, oldPointStyle: oldText }),
  ),
});
