import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type LocationEditRef, selectIsOpen } from '../../machines/map/location-edit-machine.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useHindrance } from '../receivers/use-rights.ts';

/** Opens the drawer for editing locations; hidden from people who may not edit (SYS-15). */
export function LocationButton({ edit }: { edit: LocationEditRef | undefined }) {
  const hindered = useHindrance();
  return edit === undefined || hindered !== null ? null : <Offered edit={edit} />;
}

function Offered({ edit }: { edit: LocationEditRef }) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useSelector(edit, selectIsOpen);
  const isWithheld = useSelector(edit, (snapshot) => snapshot.matches('withheld'));
  const wasOpen = useRef(isOpen);
  // Focus this button when the drawer closes: keyboard users would otherwise continue at the top of the page.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen ? null : (
    <Greyed why={isWithheld ? 'Return to now to edit locations' : null}>
      <Button ref={button} rank="primary" onPress={() => edit.send({ type: 'locations.open' })}>
        Locations
      </Button>
    </Greyed>
  );
}
