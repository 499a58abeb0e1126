// Package derive makes derived procedures on demand, and checks each. It is
// where a name such as revf$sum{gmm.sum1} finds the package that defines it:
//
//	name                        made by
//	fwd$f                       fwd
//	revf$f, revr$f              split      (also revf.store$f, revr.store$f)
//	rev$f                       rev
//	d$loop{f}, iteration.d$loop{f}   loops
//	erase.k$f, trace$F           loops
//	update.k.m$f                split, and loops where f is a loop
//	inactive.I.O$f, erased$f        inactive
//	d$primitive, add{T}, …      prim
//	vjp$f, grad$f, jacrev$f, …  this package, from the above
package derive
