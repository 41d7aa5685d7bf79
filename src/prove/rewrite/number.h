#ifndef PROVE_REWRITE_NUMBER_H
#define PROVE_REWRITE_NUMBER_H

#include "prove/term/term.h"

/* Facts about numbers that are computed; 0: there is nothing to say. */

/* x*y = its form as a sum of products: (a+1)*(b*c) = a*b*c + b*c */
Term number_product(Bank *, Term product);
/* x**0 = 1, x**2 = x*x … */
Term number_power(Bank *, Term power);
/* card({x,y,z}) <= 3, and it is 3 if all of them differ */
Term number_of_elements(Bank *, Term card);

#endif
