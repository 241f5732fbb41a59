import { sliders } from '../../model/detection/detection-form.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';

/** Explains what the algorithm does, and what each parameter is for. Must be inside a DialogHolder. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      size="M"
      title="Guide to detection settings"
      buttons={
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack gap-16 line-20" role="region" aria-label="Guide" tabIndex={0}>
        <p>
          A receiver hears contacts. The algorithm keeps those that match the code and frequency of a transmitter, joins them into
          runs by the transmitter&apos;s emit interval, and sums up the runs of each hour as a detection.
        </p>
        <dl className="grid gap-8">
          {sliders.map(({ name, label, about }) => (
            <div key={name}>
              <dt className="strong">{label}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
        <p>
          A parameter that is not enabled has no effect. With a minimum of 1 hit there are no intervals, so the two interval
          parameters do not apply.
        </p>
        <p>
          Every save creates a version that records who saved it and why. It counts from the next whole hour (UTC); of two saves
          in one hour, the last counts. Reapply an older version to return to its values.
        </p>
      </div>
    </DialogFrame>
  );
}
