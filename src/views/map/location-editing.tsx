import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type LocationEditRef, selectIsOpen } from '../../machines/map/location-edit-machine.ts';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { useHindrance } from '../receivers/use-rights.ts';
import { later } from '../controls/later.tsx';

/** Loads the drawer and the marks together: a drawer without marks would offer gestures that do not work. */
const parts = () => Promise.all([import('./location-drawer.tsx'), import('./location-marks.tsx')]);
const LocationDrawer = later(async () => (await parts())[0]);
/** The marks and gestures of location editing that are on the map. */
export const LocationMarks = later(async () => (await parts())[1]);
const LocationDialogs = later(() => import('./location-dialogs.tsx'));

type Props = { edit: LocationEditRef; hasMap: boolean; onReload: () => void };

/** The drawer and the dialog for locations, each loaded when first opened. */
export function LocationEditing({ edit, hasMap, onReload }: Props) {
  const isEditing = useIsEditing(edit);
  const isTyping = useSelector(edit, (snapshot) => snapshot.hasTag('typing'));
  const isHindered = useHindrance() !== null;
  // Close the drawer if the person may no longer edit. It would be hidden, could not be closed, and would
  // still keep the map from opening receivers.
  useEffect(() => {
    if (isHindered) edit.send({ type: 'locations.close' });
  }, [isHindered, edit]);
  if (!isEditing) return null;
  return (
    <DialogBoundary onRetry={onReload} onClose={() => edit.send({ type: 'locations.close' })}>
      <LocationDrawer edit={edit} hasMap={hasMap} />
      <LocationDialogs edit={edit} isOpen={isTyping} />
    </DialogBoundary>
  );
}

/** Returns true while the drawer is open and the person may edit locations (ROLE-3, SYS-15). */
export function useIsEditing(edit: LocationEditRef | undefined): boolean {
  const isOpen = useSelector(edit, selectIsOpen);
  const hindered = useHindrance();
  return isOpen && hindered === null;
}
