import { useSelector } from '@xstate/react';
import { isUnsaved } from '../../machines/operations/operations-selectors.ts';
import { StatusMark } from '../controls/status-mark.tsx';
import { useSession } from './session-actors.tsx';

/** Marks a receiver or a site while the host has not stored an edit of it (FLEET-17). */
export function UnsavedMark({ of, id }: { of: 'receiver' | 'site'; id: number | null }) {
  const { operations } = useSession();
  const unsaved = useSelector(operations, (snapshot) => id !== null && isUnsaved(snapshot, of, id));
  return unsaved ? <StatusMark status="warning" text="Not saved yet" /> : null;
}
