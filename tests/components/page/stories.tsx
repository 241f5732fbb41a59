import type { ReactNode } from 'react';
import { BandsStory, type BandsStoryProps } from './bands-story.tsx';
import { DateStory, type DateStoryProps } from './date-story.tsx';
import { DialogStory, type DialogStoryProps, RegistryFormStory, type RegistryFormProps } from './form-stories.tsx';
import { GreyedStory, type GreyedStoryProps, RenameStory, type RenameStoryProps } from './greyed-stories.tsx';
import { NumberStory, type NumberStoryProps } from './number-story.tsx';
import { SnackbarStory, type SnackbarStoryProps } from './snackbar-story.tsx';
import { TableStory, type TableStoryProps } from './table-story.tsx';

/** The stories by name, with their props. */
export type StoryProps = {
  bands: BandsStoryProps;
  date: DateStoryProps;
  dialog: DialogStoryProps;
  greyed: GreyedStoryProps;
  number: NumberStoryProps;
  'registry form': RegistryFormProps;
  rename: RenameStoryProps;
  snackbar: SnackbarStoryProps;
  table: TableStoryProps;
};

export type StoryName = keyof StoryProps;

/** A story's name with its props. */
export type Story<Name extends StoryName = StoryName> = { [Each in Name]: [name: Each, props: StoryProps[Each]] }[Name];

export const stories: { readonly [Name in StoryName]: (props: StoryProps[Name]) => ReactNode } = {
  bands: (props) => <BandsStory {...props} />,
  date: (props) => <DateStory {...props} />,
  dialog: (props) => <DialogStory {...props} />,
  greyed: (props) => <GreyedStory {...props} />,
  number: (props) => <NumberStory {...props} />,
  'registry form': (props) => <RegistryFormStory {...props} />,
  rename: (props) => <RenameStory {...props} />,
  snackbar: (props) => <SnackbarStory {...props} />,
  table: (props) => <TableStory {...props} />,
};
