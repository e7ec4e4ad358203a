/** Uses from which a memory counts as used often: the contract's number, without the schemas that it comes with. */
export const OFTEN_USED = 3;
