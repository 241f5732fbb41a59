import { useState } from 'react';
import { Button } from '../../../src/views/controls/button.tsx';
import { Greyed } from '../../../src/views/controls/greyed.tsx';
import RenameField from '../../../src/views/controls/rename-field.tsx';
import { say } from './said.ts';

export type GreyedStoryProps = {
  why: string | null;
  isBusy?: boolean;
  isWritten?: boolean;
  isLink?: boolean;
  /** Places the control in the lower right corner of the window. */
  isInCorner?: boolean;
  /** Removes the control. */
  isGone?: boolean;
};

const corner = { position: 'fixed', right: 0, bottom: 0 } as const;

/** A control that may be greyed, between two buttons. */
export function GreyedStory({
  why,
  isBusy = false,
  isWritten = false,
  isLink = false,
  isInCorner = false,
  isGone = false,
}: GreyedStoryProps) {
  return (
    <>
      <Button onPress={() => say('before')}>Before</Button>
      <section aria-label="Part">
        <div style={isInCorner ? corner : {}}>
          {isGone ? null : (
            <Greyed why={why} isBusy={isBusy} isWritten={isWritten}>
              {isLink ? <a href="#elsewhere">Collaborators</a> : <Button onPress={() => say('press')}>Save</Button>}
            </Greyed>
          )}
        </div>
      </section>
      <Button onPress={() => say('after')}>After</Button>
    </>
  );
}

export type RenameStoryProps = { name: string; maxLength: number };

/** The field for a new name, opened by its button. */
export function RenameStory({ name, maxLength }: RenameStoryProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <p>Closed</p>;
  return (
    <RenameField
      name={name}
      maxLength={maxLength}
      onRename={(next, seen) => say('rename', [next, seen])}
      onClose={() => setOpen(false)}
    />
  );
}
