import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { receiverLooks, receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './stats.module.css';

type Props = {
  /** Null for all receivers. */
  chosen: readonly number[] | null;
  onChoose: (chosen: readonly number[] | null) => void;
  onClose: () => void;
};

/** Chooses several receivers, grouped by site and sorted by label (spec: receiver filter). */
export function ReceiverChoice({ chosen, onChoose, onClose }: Props) {
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet)).filter(({ rxIds }) => rxIds.length > 0);
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  const all = groups.flatMap(({ rxIds }) => rxIds);
  const isChosen = (id: number): boolean => chosen === null || chosen.includes(id);
  const put = (ids: readonly number[], isOn: boolean): void => {
    const next = all.filter((id) => (ids.includes(id) ? isOn : isChosen(id)));
    onChoose(next.length === all.length ? null : next);
  };
  return (
    <DialogHolder onDismiss={onClose}>
      <DialogFrame
        size="M"
        title="Receivers"
        buttons={
          <>
            <Button onPress={() => onChoose([])}>Select none</Button>
            <Button onPress={() => onChoose(null)}>Select all</Button>
            <Button rank="primary" onPress={onClose}>
              Done
            </Button>
          </>
        }
      >
        {groups.map(({ site, rxIds }) => (
          <fieldset key={site?.id ?? 'none'} className="below-16">
            <legend>
              <Checkbox
                isSelected={rxIds.every(isChosen)}
                isIndeterminate={rxIds.some(isChosen) && !rxIds.every(isChosen)}
                onChange={(isOn) => put(rxIds, isOn)}
              >
                {site?.alias ?? 'No site'}
              </Checkbox>
            </legend>
            <div className={styles.receivers}>
              {rxIds.map((id) => (
                <Checkbox key={id} isSelected={isChosen(id)} onChange={(isOn) => put([id], isOn)}>
                  {looks.get(id)?.alias ?? `Receiver ${id}`}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        ))}
      </DialogFrame>
    </DialogHolder>
  );
}
