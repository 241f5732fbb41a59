import { useSelector } from '@xstate/react';
import { selectPending } from '../../machines/operations/operations-selectors.ts';
import type { Change } from '../../model/changes/change.ts';
import { mayUndo } from '../../model/changes/may-undo.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';

/**
 * Undoes the person's own change, or redoes it if the change is an undo. `epoch` and revision together
 * identify the change. Draws nothing if the change is already undone or the host would refuse.
 */
export function UndoButton(props: { change: Change; epoch: string; undone: boolean }) {
  const { change, epoch } = props;
  const { operations } = useSession();
  const id = useReadModel((models) => models.account.account?.id);
  const role = useReadModel((models) => selectedSystem(models.account)?.RoleId);
  const busy = useSelector(operations, (snapshot) =>
    selectPending(snapshot).some(({ compensation }) => compensation?.revision === change.revision),
  );
  const hasExpired = useHasExpired();
  if (hasExpired || props.undone || id === undefined || role === undefined || !mayUndo(change, { id, role })) return null;
  const label = change.undoes === null ? 'Undo' : 'Redo';
  return (
    <Greyed isBusy={busy}>
      <Button
        aria-label={`${label} change ${change.revision}`}
        onPress={() => operations?.send({ type: 'operations.undo', epoch, revision: change.revision })}
      >
        {label}
      </Button>
    </Greyed>
  );
}
