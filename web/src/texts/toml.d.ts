declare module "*.toml" {
  const sections: import("./catalog").Sections;
  export default sections;
}
