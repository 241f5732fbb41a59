import type { ParameterName, PresetName } from '../../model/detection/detection-form.ts';
import type { DetectionConfig } from '../../model/entities/detection-config.ts';

/** What a person does with the detection settings of a system. */
export type DetectionConfigEvent =
  /** What could not be loaded is asked for again. */
  | { type: 'settings.retry' }
  /** A parameter gets another value: null switches its bound off, NaN is a field without a number. */
  | { type: 'parameter.set'; name: ParameterName; value: number | null }
  /** The field of a parameter is left: its value goes to where its slider can be. */
  | { type: 'parameter.left'; name: ParameterName }
  | { type: 'preset.chosen'; preset: PresetName }
  /** Why the settings change, as it is typed. */
  | { type: 'reason.set'; reason: string }
  | { type: 'config.reset' }
  | { type: 'config.save' }
  /** The values of an older version are saved as a new one. */
  | { type: 'config.reapply'; config: DetectionConfig }
  /** It is saved without waiting for what it would lose. */
  | { type: 'check.skip' }
  /** What loses most detections, or may, is saved all the same. */
  | { type: 'save.confirm' }
  | { type: 'save.withdraw' }
  /** A new version was saved: the history begins with it. */
  | { type: 'config.saved' }
  | { type: 'history.page'; page: number }
  | { type: 'history.retry' }
  | { type: 'preview.ask' }
  | { type: 'preview.found' }
  | { type: 'preview.failed' }
  /** Its dialog is closed, which cancels one that is under way. */
  | { type: 'preview.close' }
  /** The form is another one than it was asked about. */
  | { type: 'preview.outdated' }
  /** The quick guide is opened or folded. */
  | { type: 'guide.toggle' };
