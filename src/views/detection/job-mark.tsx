import { jobFilterWords, type ShownStatus } from '../../model/detection/reprocess-jobs.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';

const looks: Readonly<Record<ShownStatus, StatusLook>> = {
  running: 'rebooting',
  interrupted: 'waiting',
  completed: 'online',
  failed: 'offline',
  cancelled: 'disabled',
};

/** Shows the status of a reprocessing job. */
export function JobMark({ status }: { status: ShownStatus }) {
  return <StatusMark status={looks[status]} text={status === 'interrupted' ? 'Interrupted' : jobFilterWords[status]} />;
}
