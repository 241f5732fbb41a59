import { type Call, needsCsrf } from './call.ts';
import type { CallName } from './table.ts';

/**
 * The calls that an expired system still allows although they are not reads, each with the reason (SYS-15):
 * they edit nothing of the system itself, prevent the loss of data, or keep data from people who left. Calls
 * about a person's own account, session, emails or current system are not listed, because they belong to no
 * system.
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
 * Returns true for a call that an expired system refuses (SYS-15): every call of a system that is not a read
 * and not in `openWhenExpired`. An expired system also refuses all commands over the socket.
 */
export function isRefusedWhenExpired(name: CallName, { access, method }: Pick<Call, 'access' | 'method'>): boolean {
  return typeof access === 'object' && needsCsrf(method) && openWhenExpired[name] === undefined;
}
