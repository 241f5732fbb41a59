import { type Call, needsCsrf } from './call.ts';
import type { CallName } from './table.ts';

/**
 * What can be asked of a system that has expired though it is no reading, and why (SYS-15): what edits
 * nothing of its world, what keeps data from being lost, and what keeps them from whoever left. A person's
 * own (account, session, mail, the system they look at) is of no system, and not here.
 */
export const openWhenExpired: Readonly<Partial<Record<CallName, string>>> = {
  findCommands: 'It only reads: the ids are too many for an address.',
  previewDetectionConfig: 'It calculates, and changes nothing.',
  cancelDetectionPreview: 'It stops a preview that is running.',
  estimateReprocess: 'It calculates, and changes nothing.',
  createAccessKey: 'Data are taken out of the system by it.',
  revokeAccessKey: 'Whoever has the key may read no more.',
  revokeReceiverKey: 'Whoever has the key may send no more.',
  createDumpFile: 'Data are taken out of the system by it.',
  estimateDumpFile: 'It calculates, and changes nothing.',
  passDumpDownload: 'Data are taken out of the system by it.',
  deleteDumpFile: 'Files fill what there is room for, and more are to be taken out.',
  setRetention: 'A deletion that is announced is called off by it. What would keep data for fewer days is refused.',
  removeWebhook: 'Whoever was sent its alarms may hear of them no more.',
  sendTestMail: 'It only tries how alarms, which go on, reach the person.',
  cancelCommand: 'It keeps receivers from doing what was asked for before.',
  cancelJob: 'It ends what goes on, such as a deletion.',
  cancelReprocess: 'It ends what goes on.',
  retryJob: 'The host goes on with what was begun before.',
  snoozeReceivers: 'Alarms go on, and nobody has to hear them.',
  unsnoozeReceivers: 'Alarms go on, and somebody may want to hear them.',
  unlinkCollaborator: 'Who left the study may see its data no more.',
  setCollaboratorRole: 'Somebody has to be its owner, and nobody more than they should.',
};

/**
 * True for a call that edits a system, and is refused where that has expired (SYS-15): whatever of a system
 * is no reading and does not stand on the list above. Commands over the socket all are.
 */
export function isRefusedWhenExpired(name: CallName, { access, method }: Pick<Call, 'access' | 'method'>): boolean {
  return typeof access === 'object' && needsCsrf(method) && openWhenExpired[name] === undefined;
}
