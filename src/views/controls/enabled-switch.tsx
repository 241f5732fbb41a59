import styles from './enabled-switch.module.css';

/**
 * Switches a thing on or off with the browser's own checkbox. 500 of Spectrum's switches take 279 ms to draw
 * at first, in one long task, and weigh 1.6 KiB, more than the budget of shell and home has left.
 */
export function EnabledSwitch(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-label={props.label}
        checked={props.isOn}
        onChange={({ currentTarget: { checked } }) => props.onChange(checked)}
      />
    </label>
  );
}
