import type { ParameterName, PresetName } from '../../model/detection/detection-form.ts';
import type { DetectionConfig } from '../../model/entities/detection-config.ts';

/** The events of a system's detection settings. */
export type DetectionConfigEvent =
  /** Loads the settings again after a failure. */
  | { type: 'settings.retry' }
  /** Sets a parameter: null switches its bound off, NaN is a field without a number. */
  | { type: 'parameter.set'; name: ParameterName; value: number | null }
  /** A parameter's field lost the focus: its value moves to the nearest value of its slider. */
  | { type: 'parameter.left'; name: ParameterName }
  | { type: 'preset.chosen'; preset: PresetName }
  /** The reason for the change, as it is typed. */
  | { type: 'reason.set'; reason: string }
  | { type: 'config.reset' }
  | { type: 'config.save' }
  /** Saves the values of an older version as a new one. */
  | { type: 'config.reapply'; config: DetectionConfig }
  /** Saves without waiting for the preview. */
  | { type: 'check.skip' }
  /** The answers to the warning that most detections are lost, or may be: save anyway, or go back. */
  | { type: 'save.confirm' }
  | { type: 'save.withdraw' }
  /** A new version was saved, and the history begins with it. */
  | { type: 'config.saved' }
  | { type: 'history.page'; page: number }
  | { type: 'history.retry' }
  | { type: 'preview.ask' }
  | { type: 'preview.found' }
  | { type: 'preview.failed' }
  /** Closes the preview's dialog, which cancels a running preview. */
  | { type: 'preview.close' }
  /** The form changed after the preview was requested. */
  | { type: 'preview.outdated' }
  /** Opens or closes the quick guide. */
  | { type: 'guide.toggle' };
