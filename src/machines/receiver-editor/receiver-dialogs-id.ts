/** The systemId of the receiver dialogs of a screen. */
export const receiverDialogsId = 'receiverDialogs';
