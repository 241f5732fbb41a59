import { useSelector } from '@xstate/react';
import type { ReceiverEditorRef } from '../../machines/receiver-editor/receiver-editor-machine.ts';
import type { LoadingRef } from '../../machines/loading/loading-machine.ts';
import { Button } from '../controls/button.tsx';
import { ContentLoading } from '../controls/content-loading.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder, LeaveQuestion } from '../controls/dialog-holder.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import { RefusalNote } from './refusal-note.tsx';

/** Edits one receiver: its name, its address and the tabs of its family (CFG-1). */
export default function ReceiverEditorDialog({ actor }: { actor: ReceiverEditorRef }) {
  const close = (): void => actor.send({ type: 'editor.close' });
  return (
    <>
      <DialogHolder isInAddress onDismiss={close}>
        <DialogFrame
          size="whole"
          title={<Title editor={actor} />}
          note={<Refused editor={actor} />}
          buttons={<Buttons editor={actor} onClose={close} />}
        >
          <Body editor={actor} />
        </DialogFrame>
      </DialogHolder>
      <Questions editor={actor} />
    </>
  );
}

/** Shows the receiver's name; until the receiver is loaded, its name in the list. */
function Title({ editor }: { editor: ReceiverEditorRef }) {
  const rxId = useSelector(editor, ({ context }) => context.rxId);
  const listed = useReadModel(({ fleet }) => fleet.receivers[rxId]?.alias);
  const alias = useSelector(editor, ({ context }) => context.opened?.draft.basic.alias) ?? listed;
  const mayEdit = useSelector(editor, ({ context }) => context.mayEdit);
  if (alias === undefined) return mayEdit ? 'Edit receiver' : 'Configuration';
  return mayEdit ? `Edit ${alias}` : `Configuration of ${alias}`;
}

function Body({ editor }: { editor: ReceiverEditorRef }) {
  const isReadOnly = useSelector(editor, (snapshot) => snapshot.hasTag('readOnly'));
  const loading = useSelector(editor, ({ children }) => children.loading as LoadingRef | undefined);
  const draft = useSelector(editor, ({ context }) => context.draft);
  if (draft === null) return <ContentLoading loading={loading} label="Loading the configuration" />;
  return <EditorTabs editor={editor} draft={draft} isReadOnly={isReadOnly} />;
}

function Refused({ editor }: { editor: ReceiverEditorRef }) {
  const refusal = useSelector(editor, (snapshot) => (snapshot.hasTag('readOnly') ? null : snapshot.context.refusal));
  return <RefusalNote refusal={refusal} />;
}

function Buttons({ editor, onClose }: { editor: ReceiverEditorRef; onClose: () => void }) {
  const isOpen = useSelector(editor, ({ context }) => context.draft !== null);
  const isReadOnly = useSelector(editor, (snapshot) => snapshot.hasTag('readOnly'));
  const isBusy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <>
      <Button onPress={onClose}>{isReadOnly ? 'Close' : 'Cancel'}</Button>
      {isOpen && !isReadOnly ? (
        <Greyed isBusy={isBusy}>
          <Button rank="primary" onPress={() => editor.send({ type: 'editor.save' })}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </Greyed>
      ) : null}
    </>
  );
}

function Questions({ editor }: { editor: ReceiverEditorRef }) {
  const isLeaving = useSelector(editor, (snapshot) => snapshot.hasTag('asking'));
  const question = useSelector(editor, (snapshot) => (snapshot.hasTag('conflict') ? snapshot.context.question : null));
  if (question !== null)
    return (
      <ConflictQuestion
        question={question}
        onStay={() => editor.send({ type: 'editor.stay' })}
        onReload={() => editor.send({ type: 'editor.reload' })}
        onOverwrite={() => editor.send({ type: 'editor.overwrite' })}
      />
    );
  if (!isLeaving) return null;
  return (
    <LeaveQuestion
      onStay={() => editor.send({ type: 'editor.stay' })}
      onDiscard={() => editor.send({ type: 'editor.discard' })}
    />
  );
}
