import { FileTrigger } from '@adobe/react-spectrum/FileTrigger';
import { useId } from 'react';
import { Button } from './button.tsx';
import { Labelled } from './labelled.tsx';

type Props = {
  label: string;
  /** The accepted file extensions, such as '.gpx'. */
  endings: readonly string[];
  /** The name of the chosen file; null if there is none. */
  name: string | null;
  /** What is wrong with the file; null if nothing is. */
  problem: string | null;
  isDisabled: boolean;
  onChoose: (file: File) => void;
};

/** A field for one file, which says what is wrong with it. */
export function FileField({ label, endings, name, problem, isDisabled, onChoose }: Props) {
  const labelId = useId();
  const saidId = useId();
  return (
    <Labelled label={label} id={labelId}>
      <span className="row wrap breaks">
        <FileTrigger
          acceptedFileTypes={endings}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) onChoose(file);
          }}
        >
          <Button isDisabled={isDisabled} aria-describedby={`${labelId} ${saidId}`}>
            Choose a file
          </Button>
        </FileTrigger>
        <span>{name}</span>
      </span>
      <span id={saidId}>
        {problem === null ? null : (
          <span className="failure" role="alert">
            {problem}
          </span>
        )}
      </span>
    </Labelled>
  );
}
