/** The one dictionary of opencc-js that we read: pairs `traditional simplified`, separated by `|`. */
declare module "opencc-js/dict/TSCharacters" {
  const pairs: string;
  export default pairs;
}
