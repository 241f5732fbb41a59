import { FileTrigger } from '@adobe/react-spectrum/FileTrigger';
import { useSelector } from '@xstate/react';
import type { ConfigVersionsRef } from '../../machines/receiver-editor/config-versions-machine.ts';
import type { ReceiverEditorRef } from '../../machines/receiver-editor/receiver-editor-machine.ts';
import type { Draft } from '../../model/receiver-editor/draft.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { ConfigVersions } from './config-versions.tsx';
import styles from './receiver-editor.module.css';

/** Acts on the whole configuration: exports and imports files, and opens saved versions. */
export function EditorTools(props: {
  editor: ReceiverEditorRef;
  draft: Draft;
  editable: boolean;
  isBusy: boolean;
  isFit: boolean;
}) {
  const { editor, draft, editable, isBusy, isFit } = props;
  const versions = useSelector(editor, ({ children }) => children.versions as ConfigVersionsRef | undefined);
  const imported = useSelector(editor, ({ context }) => context.imported);
  return (
    <>
      <div className={styles.tools}>
        <Greyed why={isFit ? null : 'Fix the marked fields first'}>
          <Button onPress={() => editor.send({ type: 'editor.export' })}>Export</Button>
        </Greyed>
        {editable ? (
          <Greyed isBusy={isBusy}>
            <FileTrigger
              acceptedFileTypes={['application/json', '.json']}
              onSelect={(files) => {
                const file = files?.[0];
                if (file !== undefined) editor.send({ type: 'editor.import', file });
              }}
            >
              <Button>Import</Button>
            </FileTrigger>
          </Greyed>
        ) : null}
        {versions === undefined ? null : (
          <>
            <Button onPress={() => versions.send({ type: 'versions.open' })}>Versions</Button>
            <ConfigVersions versions={versions} draft={draft} editable={editable && !isBusy} />
          </>
        )}
      </div>
      <div aria-live="polite">
        {imported === null ? null : <p className={imported.isTaken ? styles.who : styles.refused}>{imported.text}</p>}
      </div>
    </>
  );
}
